import { crc32, deflateSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const MEBIBYTE = 1_048_576

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 139, g: 30, b: 63 } } })

/** A raw upload like a browser's, with any name and type. */
const form = (content: Uint8Array, { part = 'photo', name = 'me.png', type = 'image/png' } = {}) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: Buffer.concat([
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n--b--\r\n'),
  ]),
})

const send = ({ token }: Member, path: string, content: Uint8Array, how?: Parameters<typeof form>[1]) => {
  const { headers, payload } = form(content, how)
  return t.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
}

const readErrorCode = (response: LightMyRequestResponse) => [response.statusCode, response.json().errors?.[0].code]

const stored = ({ accountId }: Member) =>
  t.deps.db.selectFrom('pictures').selectAll().where('account_id', '=', accountId).orderBy('size').execute()

/** A PNG that declares this size but contains almost no data. */
const hugePng = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(MEBIBYTE))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const png = await flat(64, 64).png().toBuffer()
const gif = await flat(8, 8).gif().toBuffer()

describe('security 32: an accepted picture', () => {
  test.each(sample(['webp', 'png', 'jpeg'] as const, 1))('%s is re-encoded as WebP in two sizes', async (format) => {
    const member = await t.register()
    const sent = await flat(900, 600).toFormat(format).toBuffer()
    const response = await send(member, '/user/set-photo', sent, { name: '../../x.png', type: 'text/html' })
    expect(response.statusCode).toBe(200)
    const { profilePhotoUrlLarge, profilePhotoUrlSmall } = response.json()
    const shapes = []
    for (const url of [profilePhotoUrlLarge, profilePhotoUrlSmall]) {
      expect(url).toMatch(/^\/api\/picture\/[\w-]{32}\.webp$/)
      const picture = await t.app.inject({ method: 'GET', url })
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { format: made, width, height } = await sharp(picture.rawPayload).metadata()
      shapes.push([made, width, height])
    }
    expect(shapes).toEqual([
      ['webp', 512, 512],
      ['webp', 96, 96],
    ])
  })

  test('loses its location, camera and other metadata, and is rotated upright', async ({ member }) => {
    const sent = await flat(300, 200)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera of Zoë' }, IFD3: { GPSLatitude: '38/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(sent).metadata()).orientation).toBe(6)
    await send(member, '/account/set-photo', sent, { name: 'a.jpg', type: 'image/jpeg' })
    for (const { content } of await stored(member)) {
      const { exif, xmp, iptc, orientation, width, height } = await sharp(content).metadata()
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(height).toBeGreaterThan(width)
      expect(content.includes('Camera')).toBe(false)
    }
  })

  test('a logo keeps its aspect ratio and is not enlarged', async ({ member }) => {
    const response = await send(member, '/account/set-photo', await flat(1600, 400).png().toBuffer())
    expect(response.json()).toMatchObject({ logoImageUrlLarge: expect.stringMatching(/^\/api\/picture\//) })
    const wide = await Promise.all((await stored(member)).map(({ content }) => sharp(content).metadata()))
    expect(wide.map(({ width, height }) => [width, height])).toEqual([
      [800, 200],
      [160, 40],
    ])
    await send(member, '/account/set-photo', png)
    const small = await Promise.all((await stored(member)).map(({ content }) => sharp(content).metadata()))
    expect(small.map(({ width }) => width)).toEqual([64, 64])
  })

  test('replaces and deletes the previous one, as does removal', async ({ member }) => {
    const first = (await send(member, '/user/set-photo', png)).json().profilePhotoUrlLarge
    const logo = (await send(member, '/account/set-photo', png)).json().logoImageUrlLarge
    const second = (await send(member, '/user/set-photo', png)).json().profilePhotoUrlLarge
    const statuses = async () =>
      Promise.all([first, second, logo].map(async (url) => (await t.app.inject({ method: 'GET', url })).statusCode))
    expect(await statuses()).toEqual([404, 200, 200])
    const removed = await t.call('POST', '/user/remove-photo', { token: member.token })
    expect(removed.json()).toMatchObject({ profilePhotoUrlLarge: null, profilePhotoUrlSmall: null })
    expect(await statuses()).toEqual([404, 404, 200])
    const bare = await t.call('POST', '/account/remove-photo', { token: member.token })
    expect(bare.json()).toMatchObject({ logoImageUrlLarge: null, logoImageUrlSmall: null })
    expect(await stored(member)).toEqual([])
  })

  test('two concurrent uploads leave one', async ({ member }) => {
    await Promise.all([1, 2, 3, 4].map(() => send(member, '/user/set-photo', png)))
    const [user] = (await t.call('GET', '/user', { token: member.token })).json()
    const left = await stored(member)
    expect(left.map(({ size }) => size)).toEqual(['large', 'small'])
    expect(user.profilePhotoUrlLarge).toBe(`/api/picture/${left[0]?.name}`)
  })
})

describe('security 32: a rejected picture leaves nothing', () => {
  const bytes = (text: string) => Buffer.from(text)
  const REJECTED: readonly [string, number, string, Buffer][] = [
    ['an SVG with a script', 415, 'picture.unsupported', bytes(SVG)],
    ['an HTML page named .png', 415, 'picture.unsupported', bytes('<!doctype html><script>alert(1)</script>')],
    ['a GIF', 415, 'picture.unsupported', gif],
    ['nothing', 415, 'picture.unsupported', Buffer.alloc(0)],
    [
      'a PNG followed by an HTML page',
      415,
      'picture.unsupported',
      Buffer.concat([png, bytes('<html><script>1</script>')]),
    ],
    ['a PNG with an SVG in a text', 415, 'picture.unsupported', Buffer.concat([png.subarray(0, 33), bytes(SVG), png])],
    [
      'a PNG that is also a zip file',
      415,
      'picture.unsupported',
      Buffer.concat([png, bytes('PK\x05\x06'), Buffer.alloc(18)]),
    ],
    [
      'a JPEG that is also a PDF',
      415,
      'picture.unsupported',
      Buffer.concat([Buffer.from([255, 216, 255]), bytes('%PDF-1.7')]),
    ],
    ['a PNG cut short', 415, 'picture.unsupported', png.subarray(0, 60)],
    ['the first bytes of a PNG', 415, 'picture.unsupported', png.subarray(0, 8)],
    ['30,000 × 30,000 pixels', 413, 'picture.too_many_pixels', hugePng(30_000, 30_000)],
    ['26 megapixels', 413, 'picture.too_many_pixels', hugePng(6500, 4000)],
    ['10 MB and a byte', 413, 'picture.too_large', Buffer.concat([png, Buffer.alloc(10 * MEBIBYTE + 1 - png.length)])],
    ['20 MB', 413, 'picture.too_large', Buffer.concat([png, Buffer.alloc(20 * MEBIBYTE)])],
  ]
  test.each(sample(REJECTED, 5))('returns for %s: %i %s', async (_name, status, code, content) => {
    const member = await t.register()
    const photo = (await send(member, '/user/set-photo', png)).json().profilePhotoUrlLarge
    for (const path of ['/user/set-photo', '/account/set-photo']) {
      expect(readErrorCode(await send(member, path, content))).toEqual([status, code])
    }
    expect((await stored(member)).length).toBe(2)
    expect((await t.app.inject({ method: 'GET', url: photo })).statusCode).toBe(200)
  })

  test('answers an upload of 20 MB before it is complete, readable by the sender', async ({ member }) => {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(form(png).payload.subarray(0, -10)),
      pull: (stream) => {
        sent += MEBIBYTE
        stream.enqueue(new Uint8Array(MEBIBYTE))
        if (sent >= 20 * MEBIBYTE) stream.close()
      },
    })
    const headers = { ...form(png).headers, authorization: `Bearer ${member.token}` }
    const request = { method: 'POST', headers, body, duplex: 'half' }
    const response = await fetch(`${address}/api/user/set-photo`, request)
    expect([response.status, await response.json()]).toEqual([
      413,
      { errors: [{ code: 'picture.too_large', message: 'Images can be up to 10 MB' }] },
    ])
    expect(await stored(member)).toEqual([])
  })

  test('rejects a form without the part by name, and rejects JSON', async ({ member }) => {
    const other = await send(member, '/user/set-photo', png, { part: 'file' })
    expect([other.statusCode, other.json().errors[0].field]).toEqual([400, 'photo'])
    const json = await t.call('POST', '/user/set-photo', { token: member.token, body: { photo: 'x' } })
    expect(json.statusCode).toBe(415)
  })

  test('accepts exactly ten megabytes', async ({ member }) => {
    const padded = Buffer.concat([png, Buffer.alloc(10 * MEBIBYTE - png.length)])
    expect((await send(member, '/user/set-photo', padded)).statusCode).toBe(200)
  })
})

describe('access', () => {
  test.each(['nothing.webp', `${'a'.repeat(32)}.webp`, '..%2f..%2fkeys.json'])(
    'does not find the picture %s',
    async (name) => {
      const { statusCode, headers } = await t.app.inject({ method: 'GET', url: `/api/picture/${name}` })
      expect([400, 404]).toContain(statusCode)
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('only administrators change the logo; users change their own photo', async ({ member }) => {
    await t.setUser(member, { roles: ['User'] })
    expect((await send(member, '/account/set-photo', png)).statusCode).toBe(403)
    expect((await send(member, '/user/set-photo', png)).statusCode).toBe(200)
    expect((await send({ ...member, token: 'none' }, '/user/set-photo', png)).statusCode).toBe(401)
  })
})
