import { expect } from 'vitest'
import type { WidgetData } from '#contract/dashboards.ts'
import { answered } from '#testkit/answered-number.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import type { ReferenceFigures } from './hand-written-sql.fixture.ts'

export const TODAY = '2026-06-17'
export const TOMORROW = '2026-06-18'

export interface Line {
  readonly id: string
  readonly data: WidgetData
  readonly range: { from: string; until: string; partial: boolean } | null
  readonly compareRange?: { from: string; until: string }
  readonly error?: { code: string }
  readonly notApplied?: { label: string; reason: string }[]
}

type Props = Readonly<Record<string, unknown>>

interface Filling {
  readonly from?: string
  readonly until?: string
  readonly clubs?: boolean
  /** SQL of a condition on orders */
  readonly where?: string
}

const sorted = (rows: readonly (readonly unknown[])[]) =>
  [...rows].sort((a, b) => (JSON.stringify(a.slice(0, 2)) < JSON.stringify(b.slice(0, 2)) ? -1 : 1))

interface Formatted {
  readonly format: string
}

/** Compares with the reference rounded as the API answers. `columns`: of each cell of a row. */
const expectSame = (
  ours: readonly (readonly unknown[])[],
  reference: readonly (readonly unknown[])[],
  columns: readonly Formatted[],
) => {
  const close = (row: readonly unknown[]) => row.map((cell, index) => answered(cell, columns[index]?.format))
  expect(sorted(ours)).toEqual(sorted(reference).map(close))
}

interface Conditions {
  readonly clubs?: boolean
  readonly where?: string
}

export const zone = { timeZone: 'America/Los_Angeles', currency: 'USD' }

export const DAY = "strftime(ordered_local, '%Y-%m-%d')"
export const WEEK = "strftime(date_trunc('week', ordered_local), '%Y-%m-%d')"
export const MONTH = "strftime(ordered_local, '%Y-%m')"

export const PERIODS = [
  ['wtd', '2026-06-15', '2026-06-08', '2026-06-11', DAY],
  ['mtd', '2026-06-01', '2026-05-01', '2026-05-18', DAY],
  ['qtd', '2026-04-01', '2026-01-01', '2026-03-20', WEEK],
  ['ytd', '2026-01-01', '2025-01-01', '2025-06-18', MONTH],
] as const

/** Tiles of an application, compared with hand-written SQL over its stores. */
export const tileNumbers = (t: TestApp) => {
  const tile = async (
    member: Member,
    type: string,
    props: Props = {},
    includeClubOrders = true,
    filterBar?: object,
  ): Promise<Line> => {
    const body = { includeClubOrders, ...(filterBar ? { filterBar } : {}), widgets: [{ id: 'w', type, props }] }
    const response = await t.call('POST', '/dashboards/data', { token: member.token, body })
    expect(response.statusCode).toBe(200)
    const line: Line = JSON.parse(response.body)
    expect(line.error).toBeUndefined()
    return line
  }

  const queryReference = async (
    { accountId }: Member,
    text: string,
    { from = '1900-01-01', until = TOMORROW, clubs = true, where }: Filling = {},
  ) => {
    const sql = text
      .replaceAll('$from', from)
      .replaceAll('$until', until)
      .replaceAll('$today', TODAY)
      .replaceAll('$clubs', `${clubs ? '' : "AND channel <> 'club'"} ${where === undefined ? '' : `AND ${where}`}`)
    const rows = await t.rows(accountId, sql)
    return rows
  }

  const expectTile = async (
    member: Member,
    line: Line,
    reference: ReferenceFigures,
    clubs: boolean | Conditions = true,
  ) => {
    const conditions = typeof clubs === 'boolean' ? { clubs } : clubs
    const filling = { ...(line.range ?? {}), ...conditions }
    expectSame(
      [line.data.kpis.map(({ value }) => value)],
      await queryReference(member, reference.kpis, filling),
      line.data.kpis,
    )
    if (reference.rows)
      expectSame(line.data.rows, await queryReference(member, reference.rows, filling), line.data.columns)
    if (line.compareRange === undefined) return
    const before = { ...line.compareRange, ...conditions }
    expectSame(
      [line.data.kpis.map(({ previous }) => previous)],
      await queryReference(member, reference.kpis, before),
      line.data.kpis,
    )
    if (reference.rows)
      expectSame(line.data.previousRows ?? [], await queryReference(member, reference.rows, before), line.data.columns)
  }

  return { tile, queryReference, expectTile }
}
