// SPDX-License-Identifier: MIT
// Tests that run one after another and end with one line: "N passed, N failed".

export interface Case {
  name: string;
  run(): void | Promise<void>;
}

export function check(condition: boolean, words: string): void {
  if (!condition) {
    throw new Error(words);
  }
}

export function same<T>(found: T, wanted: T, words = 'found'): void {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  check(a === b, `${words}: ${a?.slice(0, 300)}, wanted ${b?.slice(0, 300)}`);
}

export function near(found: number, wanted: number, tolerance: number, words = 'found'): void {
  check(Math.abs(found - wanted) <= tolerance, `${words}: ${found}, wanted ${wanted} within ${tolerance}`);
}

/** The error that a call throws. */
export async function refusal(run: () => unknown): Promise<Error & { line?: number }> {
  try {
    await run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was refused');
}

/** Seeded random numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

export async function runAll(cases: Case[]): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  let failed = 0;
  for (const { name, run } of cases) {
    const start = performance.now();
    try {
      await run();
      passed++;
      console.log(`ok      ${name} (${Math.round(performance.now() - start)} ms)`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${name}\n        ${(error as Error).stack ?? String(error)}`);
    }
  }
  return { passed, failed };
}
