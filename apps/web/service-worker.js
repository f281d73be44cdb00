// Keeps the app's own files, and nothing else, so that it opens without a connection. Answers of the API never pass here.
// The build fills in the two constants.

/** Changes with every release. */
const VERSION = '__VERSION__'
/** Addresses of the files that the first screens need. */
const FILES = __FILES__

const PREFIX = 'cuvee-shell-'
const CACHE = `${PREFIX}${VERSION}`
const PAGE = '/'
/** Milliseconds that a page may take before the stored one is shown. */
const PATIENCE = 6_000
/** Releases that are kept: a window of the one before may still fetch a part of it. */
const KEPT_RELEASES = 2

const isFile = (path) => path.startsWith('/assets/')
const isPage = (path) => !/^\/(api|outbox|healthz|metrics)(\/|$)/.test(path) && !path.split('/').pop().includes('.')

/** The page must be of this release, or page and files would not fit together. */
const assertRelease = async (page) => {
  const named = (await page.text()).match(/\/assets\/[\w.-]+/g) ?? []
  if (named.length === 0 || named.some((file) => !FILES.includes(file)))
    throw new Error('The page is of another release')
}

const install = async () => {
  const cache = await caches.open(CACHE)
  const page = await fetch(PAGE, { cache: 'reload' })
  await assertRelease(page.clone())
  await cache.addAll(FILES)
  await cache.put(PAGE, page)
  await self.skipWaiting()
}

const activate = async () => {
  const releases = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  const outdated = releases.slice(0, Math.max(0, releases.length - KEPT_RELEASES + 1))
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Files have a hash in their name, so a stored one is never outdated. */
const answerFile = async (request) => {
  const stored = await caches.match(request, { ignoreVary: true })
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) {
    const cache = await caches.open(CACHE)
    await cache.put(request, response.clone())
  }
  return response
}

const isDown = ({ status }) => status === 502 || status === 503 || status === 504

/** The server's page, so that a new release is seen at once; the stored one if the server cannot be reached. */
const answerPage = async (request) => {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(PAGE)
  const fetched = fetch(request).then((response) => (isDown(response) && stored ? stored.clone() : response))
  if (!stored) return fetched
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, stored.clone()))
  return Promise.race([fetched.catch(() => stored.clone()), late])
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isFile(pathname)) event.respondWith(answerFile(request))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(answerPage(request))
})
