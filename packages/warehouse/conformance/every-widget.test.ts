import { beforeAll, expect, test } from 'vitest'
import type { SemanticQuery } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { sample } from '#testkit/lane.ts'
import { widgetQueries } from '#widgets/kit/widget-queries.ts'
import { WIDGETS } from '#widgets/registry.ts'
import type { EngineSettings } from './engines.fixture.ts'
import { expectAgreement } from './engines-agree.fixture.ts'
import { CALENDARS, type Engines, openSampleEngines, PLAIN_CALENDAR } from './engines-filled.fixture.ts'

type Props = Readonly<Record<string, unknown>>
type Widget = (typeof WIDGETS)[number]

const controlOptions = ({ control }: Widget['fields'][number]): readonly unknown[] =>
  control.kind === 'switch' ? [false, true] : control.options.map(({ value }) => value)

/** The defaults, and every option of every setting in turn, with comparison where there is one. */
const widgetSettings = ({ fields }: Widget): Props[] => [
  {},
  ...fields.flatMap((field) =>
    controlOptions(field).map((value) => ({ compareLastPeriod: true, [field.name]: value })),
  ),
]

const queriesOf = (widget: Widget, props: Props, { context }: EngineSettings, withClub: boolean): SemanticQuery[] => {
  const { kpis, rows, joined, trend } = widgetQueries(widget.planOf(props), { calendar: context }, withClub)
  const pairs = [kpis, rows, joined?.kpis, joined?.rows]
  return [...pairs.flatMap((pair) => [pair?.current, pair?.previous]), trend].flatMap((query) => query ?? [])
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0

onClickHouse('every engine answers every widget the same', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await openSampleEngines()
  })

  test.each(WIDGETS)(
    '$type, whatever its settings, the calendar and the club orders',
    { timeout: 60_000 },
    async (widget) => {
      const answers = []
      for (const settings of sample(CALENDARS, 1))
        for (const props of sample(widgetSettings(widget), 2))
          for (const withClub of [true, false])
            for (const query of queriesOf(widget, props, settings, withClub))
              answers.push(await expectAgreement(engines, query, settings))
      const asksNothing = queriesOf(widget, {}, PLAIN_CALENDAR, true).length === 0
      expect(answers.some(({ rows }) => rows.flat().some(isPositive))).toBe(!asksNothing)
    },
  )
})
