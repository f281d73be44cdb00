const DEFAULT_BASE = '/api'

/**
 * The absolute address of the API, without a slash at its end. A run-time address (the page's `cuvee-api-base` meta tag)
 * wins over the build-time one (`VITE_API_BASE`); both may be a path on the page's own origin.
 */
export const resolveApiBase = (options: { origin: string; runTime?: string; buildTime?: string }): string => {
  const chosen = options.runTime?.trim() || options.buildTime?.trim() || DEFAULT_BASE
  return new URL(chosen, options.origin).href.replace(/\/+$/, '')
}
