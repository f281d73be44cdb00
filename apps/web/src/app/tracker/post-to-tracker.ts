/**
 * Posts and forgets: a tracker that is slow, away or refuses changes nothing for the page, and a page that is left still
 * sends. As plain text without credentials it needs no permission of the other origin, whose answer is not read.
 */
export const postToTracker = (url: string, body: string): void => {
  window
    .fetch(url, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body,
    })
    .catch(() => undefined)
}
