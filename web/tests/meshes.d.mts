export function sheetObj(squares: number, side: number): string;
export function tubePly(around: number, along: number, radius: number, length: number): string;
export function faultyObj(squares: number, side: number): string;
export function objCounts(text: string): { v: number; vt: number; f: number; groups: string[] };
