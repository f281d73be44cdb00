import { expect, test, vi } from 'vitest'
import type { SavedReport } from '#contract/saved-reports.ts'
import { isSameSitePath } from '#domain/field-rules.ts'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'

// thousands of sequential requests, which take long on a busy machine
vi.setConfig({ testTimeout: 90_000 })

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
let { token } = await t.register()

const save = (body: object) => t.call('POST', '/reports', { token, body })
/** Reports that a user can have. */
const REPORTS_PER_USER = 200

/** Texts that the database can store and that fit every field. */
const storableTexts = HOSTILE_TEXTS.filter(
  (text) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '' && text.length <= 100,
)

const withTexts = (text: string) => ({
  reportType: 'Orders',
  name: text.trim(),
  description: text,
  columns: [
    { columnId: 'state', displayName: text, hyperlink: isSameSitePath(text) ? text : '/reports' },
    { columnId: 'netSales' },
  ],
  groupColumns: ['state'],
  filters: [{ columnId: 'state', value: text }],
  columnOrder: [text],
  chart: { kind: 'bar', x: 'state', series: ['netSales'] },
})

test('security 36: stores every corpus text unchanged in every free-text field, and runs the report', async () => {
  expect(storableTexts.length).toBeGreaterThan(1_000)
  for (const [at, text] of sample(storableTexts, 200).entries()) {
    if (at > 0 && at % REPORTS_PER_USER === 0) ({ token } = await t.register())
    const words = withTexts(text)
    const response = await save(words)
    expect([text, response.statusCode]).toEqual([text, 201])
    const report: SavedReport = response.json()
    expect(report).toMatchObject(words)
    if (at % 40 !== 0) continue
    expect((await t.call('GET', `/reports/${report.id}`, { token })).json()).toEqual(report)
    const asked = await t.call('POST', '/reports/query', { token, body: { definition: { id: report.id } } })
    expect([text, asked.statusCode, asked.json().rows]).toEqual([text, 200, []])
  }
})

test('security 36: returns 400 for text that cannot be stored', async () => {
  const unkept = HOSTILE_TEXTS.filter((text) => !text.isWellFormed() || text.includes('\0') || text.length > 2000)
  for (const text of [...unkept, 'a\0b', 'x'.repeat(2_001)])
    expect([text, (await save({ ...withTexts('a'), description: text })).statusCode]).toEqual([text, 400])
})

test('security 36: returns 400 for a link to another site', async () => {
  const links = HOSTILE_TEXTS.filter((text) => storableTexts.includes(text) && !isSameSitePath(text))
  for (const hyperlink of links.filter((_, at) => at % 10 === 0)) {
    const columns = [{ columnId: 'state', hyperlink }, { columnId: 'netSales' }]
    expect([hyperlink, (await save({ ...withTexts('a'), columns })).statusCode]).toEqual([hyperlink, 400])
  }
})

test('security 22: finds no report by a corpus text as its id', async () => {
  for (const [at, text] of storableTexts.entries()) {
    if (at % 10 !== 0) continue
    const definition = at % 20 === 0 ? { id: text } : { builtin: text }
    const response = await t.call('POST', '/reports/query', { token, body: { definition } })
    expect([text, response.statusCode]).toEqual([text, 404])
    const address = await t.call('GET', `/reports/${encodeURIComponent(text)}`, { token })
    expect([400, 404]).toContain(address.statusCode)
  }
})
