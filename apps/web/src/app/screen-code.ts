/** Lets the browser answer a touch and paint. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))

/**
 * Runs the files of the first screen one after another. The router would import the last one, and all would run in one task, during
 * which no touch is answered.
 */
export const runScreenCode = async (): Promise<void> => {
  window.cuveeRequestScreen?.()
  for (const file of window.cuveeScreenCode ?? []) {
    try {
      await import(/* @vite-ignore */ file)
    } catch {
      // The router asks for it again, and says so.
      return
    }
    await nextTask()
  }
}
