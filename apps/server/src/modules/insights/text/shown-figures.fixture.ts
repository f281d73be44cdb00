import { expect } from 'vitest'
import type { ReportProvenance } from '#contract/insights.ts'
import { ReportResult } from '#contract/reports.ts'
import { answered } from '#testkit/answered-number.ts'
import type { TestApp } from '#testkit/test-app.ts'

/** A value as a report shows it: rounded as its format is. */
interface ShownFigure {
  readonly value: unknown
  readonly format: string | undefined
}

/** Figures shown by the reports in provenance, each queried once. */
export const shownFigures = (t: TestApp) => {
  const answers = new Map<string, Promise<ShownFigure>>()
  const once = (key: string, ask: () => Promise<ShownFigure>): Promise<ShownFigure> => {
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
  const fetchTotal = (body: object, measure: string, token: string) =>
    once(JSON.stringify([token, measure, body]), async () => {
      const response = await t.call('POST', '/reports/query', { token, body })
      expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.not.stringContaining('"errors"')])
      const { columns, totals } = ReportResult.parse(response.json())
      const index = columns.findIndex(({ columnId }) => columnId === measure)
      return { value: totals[index] ?? 0, format: columns[index]?.format }
    })

  /** The value that the report in a provenance shows for its figure. */
  const by = ({ definition, filters, relativeDate, from, until, measure }: ReportProvenance, token: string) =>
    fetchTotal({ definition, filters, relativeDate, from, until }, measure, token)

  /** The value shown on the page that a provenance links to. */
  const at = ({ address, measure, filters }: ReportProvenance, token: string) => {
    const { pathname, searchParams } = new URL(address ?? '', 'http://cuvee.test')
    const [relativeDate, from, until] = ['relativeDate', 'from', 'until'].map((name) => searchParams.get(name))
    const named = [...searchParams].filter(([name]) => name.startsWith('f.')).map(([name]) => name.slice(2))
    expect(named).toEqual(filters.map(({ columnId }) => columnId))
    const definition = { builtin: pathname.replace('/reports/', '') }
    return fetchTotal({ definition, filters, relativeDate, from, until }, measure, token)
  }

  /** Fails unless the report, and the page if it has one, show the figure. */
  const expectShown = async (provenance: ReportProvenance, token: string, named: unknown, value: number) => {
    const pages = provenance.address === null ? [by] : [by, at]
    for (const shownOn of pages) {
      const shown = await shownOn(provenance, token)
      expect([named, shown.value]).toEqual([named, answered(value, shown.format)])
    }
  }

  return { expectShown }
}
