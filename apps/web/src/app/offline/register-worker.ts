/** Milliseconds after loading, when the first screen has its data and the connection is free. */
const DELAY_MS = 5_000

const savesData = (): boolean =>
  'connection' in navigator &&
  typeof navigator.connection === 'object' &&
  navigator.connection !== null &&
  'saveData' in navigator.connection &&
  navigator.connection.saveData === true

/** Lets the built app open without a connection, where the browser can do that and does not save data. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      console.warn('The app could not be stored for use without a connection', error)
    })
  }, DELAY_MS)
}
