/** Types of the parts of autocannon in use; it ships none. */
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly connections: number
    /** seconds */
    readonly duration: number
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number }
    /** milliseconds */
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
    readonly errors: number
  }
  const autocannon: (options: Options) => Promise<Result>

  // biome-ignore lint/style/noDefaultExport: so it exports itself
  export { autocannon as default }
}
