import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { DashboardDataRequest } from '#contract/dashboards.ts'
import { readJsonLines } from '#web/api/json.ts'
import { createTileStore, type RequestedBar } from './tile-store.ts'

interface Sent {
  readonly body: DashboardDataRequest
  readonly signal: AbortSignal
  readonly line: (value: unknown) => void
  readonly end: () => void
}

const harness = () => {
  const sent: Sent[] = []
  const store = createTileStore({
    now: () => 1000,
    messageOf: (error) => (error instanceof Error ? error.message : 'unknown'),
    send: async (body, signal) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      signal.addEventListener('abort', () => void writer.abort(new Error('given up')).catch(() => undefined))
      const line = (value: unknown): void => {
        void writer.write(new TextEncoder().encode(`${JSON.stringify(value)}\n`)).catch(() => undefined)
      }
      sent.push({ body, signal, line, end: () => void writer.close() })
      return readable
    },
  })
  return { store, sent, at: (index: number): Sent => sent[index] ?? expect.fail(`no request ${index}`) }
}

const ALL: RequestedBar = { includeClubOrders: true, filterBar: { dimensionFilters: [] } }
const WITHOUT_CLUB: RequestedBar = { ...ALL, includeClubOrders: false }

const tile = (id: string, props = {}) => ({ id, type: 'sales', props })
const data = (id: string, etag = 'e1') => ({
  id,
  data: { kpis: [], columns: [], rows: [] },
  range: null,
  asOf: '2026-11-01T00:00:00Z',
  elapsedMs: 1,
  etag,
})

afterEach(() => vi.useRealTimers())

test('requests all tiles at once and shows each line as it arrives', async () => {
  const { store, sent, at } = harness()
  store.show([tile('a'), tile('b')], ALL)
  expect(sent).toHaveLength(1)
  at(0).line(data('b'))
  await vi.waitFor(() => expect(store.get('b')?.status).toBe('ready'), 20_000)
  expect(store.get('a')).toEqual({ status: 'loading', since: 1000 })
})

test('requests only tiles whose query changed', async () => {
  const { store, sent, at } = harness()
  store.show([tile('a'), tile('b', { periodType: 'qtd' })], ALL)
  store.show([tile('b', { periodType: 'mtd' }), tile('a')], ALL)
  expect(sent).toHaveLength(2)
  expect(at(1).body.widgets).toEqual([{ id: 'b', type: 'sales', props: { periodType: 'mtd' } }])
})

test('ignores the response to an earlier query', async () => {
  const { store, at } = harness()
  store.show([tile('a', { periodType: 'qtd' }), tile('b')], ALL)
  store.show([tile('a', { periodType: 'mtd' }), tile('b')], ALL)
  at(0).line(data('a', 'old'))
  at(0).line(data('b'))
  await vi.waitFor(() => expect(store.get('b')?.status).toBe('ready'), 20_000)
  expect(store.get('a')?.status).toBe('loading')
})

test('aborts a request whose tiles are gone', () => {
  const { store, at } = harness()
  store.show([tile('a')], ALL)
  store.show([tile('a')], WITHOUT_CLUB)
  expect([at(0).signal.aborted, at(1).signal.aborted]).toEqual([true, false])
})

test('a failed tile shows its error and is retried alone', async () => {
  const { store, at } = harness()
  store.show([tile('a'), tile('b')], ALL)
  at(0).line({ id: 'a', error: { code: 'warehouse.timeout', message: 'This took too long' } })
  at(0).line(data('b'))
  at(0).end()
  await vi.waitFor(() => expect(store.get('b')?.status).toBe('ready'), 20_000)
  expect(store.get('a')).toEqual({ status: 'failed', message: 'This took too long' })
  store.retry('a')
  expect(at(1).body.widgets.map(({ id }) => id)).toEqual(['a'])
})

test('a truncated stream fails only the tiles still loading', async () => {
  const { store, at } = harness()
  store.show([tile('a'), tile('b')], ALL)
  at(0).line(data('a'))
  at(0).end()
  await vi.waitFor(() => expect(store.get('b')?.status).toBe('failed'), 20_000)
  expect(store.get('a')?.status).toBe('ready')
})

test('sends the ETag of a cached result, which stays when unchanged', async () => {
  const { store, at } = harness()
  store.show([tile('a')], ALL)
  at(0).line(data('a', 'e7'))
  await vi.waitFor(() => expect(store.get('a')?.status).toBe('ready'), 20_000)
  store.refresh()
  expect(at(1).body.known).toEqual({ a: 'e7' })
  expect(store.get('a')?.status).toBe('refreshing')
  at(1).line({ id: 'a', unchanged: true })
  await vi.waitFor(() => expect(store.get('a')?.status).toBe('ready'), 20_000)
})

test('notifies a tile of its own changes only', async () => {
  const { store, at } = harness()
  store.show([tile('a'), tile('b')], ALL)
  const heard = vi.fn()
  store.subscribe('a', heard)
  at(0).line(data('b'))
  await vi.waitFor(() => expect(store.get('b')?.status).toBe('ready'), 20_000)
  expect(heard).not.toHaveBeenCalled()
})

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

const collect = async (stream: ReadableStream<Uint8Array>): Promise<readonly unknown[]> => {
  const values: unknown[] = []
  for await (const value of readJsonLines(stream)) values.push(value)
  return values
}

test('yields whole lines however the bytes are split, even within a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat()), fc.boolean(), async (values, cuts, hasEnd) => {
      const text = values.map((value) => JSON.stringify(value)).join('\n') + (hasEnd ? '\n' : '')
      const bytes = new TextEncoder().encode(text)
      const cutOffsets = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
      const chunks = cutOffsets.slice(1).map((end, index) => bytes.slice(cutOffsets[index], end))
      expect(await collect(streamOf(chunks))).toEqual(JSON.parse(JSON.stringify(values)))
    }),
  )
})

test('yields a line before the next one has arrived', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const lines = readJsonLines(readable)
  void writer.write(new TextEncoder().encode('{"id":"a"}\n{"id"'))
  expect((await lines.next()).value).toEqual({ id: 'a' })
  void writer.write(new TextEncoder().encode(':"b"}\n'))
  expect((await lines.next()).value).toEqual({ id: 'b' })
  void lines.return(undefined)
})

test('throws on an invalid line and on a failed stream', async () => {
  await expect(collect(streamOf([new TextEncoder().encode('{"id":\n')]))).rejects.toThrow(SyntaxError)
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('cut')) })
  await expect(collect(broken)).rejects.toThrow('cut')
})
