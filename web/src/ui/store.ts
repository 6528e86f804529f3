// SPDX-License-Identifier: MIT
// One thing that the browser keeps for the page. Where it keeps nothing (private windows, full disks) all answers are null, and
// nothing breaks.

const BASE = 'bight';
const STORE = 'last';
const KEY = 'scene';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked'));
  });
}

async function done<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const base = await opened();
    try {
      return await new Promise<T>((resolve, reject) => {
        const request = use(base.transaction(STORE, mode).objectStore(STORE));
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    } finally {
      base.close();
    }
  } catch {
    return null;
  }
}

export async function readKept<T>(): Promise<T | null> {
  return (await done('readonly', (store) => store.get(KEY) as IDBRequest<T | undefined>)) ?? null;
}

/** False when it cannot be kept. */
export async function writeKept(value: unknown): Promise<boolean> {
  return (await done('readwrite', (store) => store.put(value, KEY))) !== null;
}

export async function dropKept(): Promise<void> {
  await done('readwrite', (store) => store.delete(KEY));
}
