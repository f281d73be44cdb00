/** The storage of a browser, in memory. */
export class MemoryStorage implements Storage {
  [name: string]: unknown
  get length(): number {
    return Object.keys(this).length
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key]
  }
  getItem(key: string): string | null {
    return typeof this[key] === 'string' ? this[key] : null
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null
  }
  removeItem(key: string): void {
    delete this[key]
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
}
