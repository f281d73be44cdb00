const NEEDED = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']

/** What a program needs to start. Nothing else: the settings of the server contain secrets. */
export const childEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    NEEDED.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
