import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/build-app.ts'
import { testApp } from '#testkit/test-app.ts'

const root = await mkdtemp(join(tmpdir(), 'cuvee-web-'))
await mkdir(join(root, 'assets'))
const script = 'console.log(1)'.repeat(100)
const inlineScript = "document.title = 'Cuvee'"
await writeFile(
  join(root, 'index.html'),
  `<!doctype html><title>Cuvee</title><script>${inlineScript}</script><script type="module" src="/assets/shell-a1b2.js"></script>`,
)
await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(join(root, 'assets', 'shell-a1b2.js'), script)
await writeFile(join(root, 'assets', 'shell-a1b2.js.br'), brotliCompressSync(script))
const t = await testApp({ runsJobs: false })
const app = await buildApp(t.deps, { webRoot: root })

afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

test.each(['/', '/sign-in', '/dashboard/my-wines', '/reset-password?token=t', '/index.html'])(
  'serves the page for %s with revalidation on each request',
  async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('<title>Cuvee</title>')
  },
)

test.each(['/%E0%A4%A', '/dashboard/%ff', '/..//x'])(
  'redirects %s, which the app cannot read, to its 404 page',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location]).toEqual([302, '/404'])
  },
)

test('serves a file with a hash in its name as immutable', async () => {
  const { headers, body } = await app.inject('/assets/shell-a1b2.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(body).toBe(script)
})

test('serves the precompressed file to clients that accept brotli', async () => {
  const { headers, rawPayload } = await app.inject({
    url: '/assets/shell-a1b2.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers['content-encoding']).toBe('br')
  expect(headers['content-type']).toContain('javascript')
  expect(brotliDecompressSync(rawPayload).toString()).toBe(script)
})

test('serves a file with a stable name with revalidation', async () => {
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/assets/gone-c3d4.js',
  '/favicon.ico',
  '/api/nothing',
  '/api',
  '/.env',
  '/assets/../../keys.json',
  '/%2e%2e/keys.json',
])('returns 404 for %s, never the page', async (url) => {
  const { statusCode, headers } = await app.inject(url)
  expect([400, 404]).toContain(statusCode)
  expect(headers['content-type']).toContain('application/json')
})

test('does not serve the page for a POST', async () => {
  expect((await app.inject({ method: 'POST', url: '/sign-in' })).statusCode).toBe(404)
})

test.each(['/', '/assets/shell-a1b2.js', '/assets/gone.js'])(
  'security 30: sends the security headers with %s',
  async (url) => {
    const { headers } = await app.inject(url)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  },
)

test('security 30: allows the page’s own inline script by its hash, and no other', async () => {
  const policy = String((await app.inject('/')).headers['content-security-policy'])
  const hash = createHash('sha256').update(inlineScript).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
})
