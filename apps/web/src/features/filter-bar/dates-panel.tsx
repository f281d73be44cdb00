import { FocusTrap, Stack } from '@mantine/core'
import { lastYearMode } from '#domain/ranges/comparison-range.ts'
import { PERIOD_TYPES } from '#domain/ranges/relative-range.ts'
import { resolveRange } from '#domain/ranges/resolve-range.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useCompareModes } from '#web/features/plan/use-plans.ts'
import { DaysForm } from '../reports/range/days-form.tsx'
import { namedRanges, toRangeCalendar } from '../reports/range/range-labels.ts'
import list from '../reports/range/range-picker.module.css'
import { Choice } from '../reports/range/range-picker.tsx'
import { barRangeName, compareName } from './bar-labels.ts'
import type { BarRange, BarView } from './bar-view.ts'
import classes from './filter-bar.module.css'

const useCalendar = () => {
  const account = useAccount()
  return account && toRangeCalendar(account, Date.now())
}

/** Every range for all tiles, with its days, today first. */
export const DatesPanel = ({ range, onChoose }: { range: BarRange; onChoose: (range: BarRange) => void }) => {
  const formats = useFormats()
  const calendar = useCalendar()
  if (calendar === null) return null
  const toDate = PERIOD_TYPES.map((name) => {
    const resolved = resolveRange(name, calendar)
    return { range: name, days: resolved === null ? '' : formats.range(resolved.from, resolved.until) }
  })
  const named = namedRanges(calendar, formats).flatMap((one) =>
    one.range === 'None' ? [] : [{ range: one.range, days: one.days }],
  )
  const isChosen = (name: string): boolean => range.kind === 'relative' && range.range === name
  const days = range.kind === 'days' ? range : null
  return (
    <FocusTrap active>
      <Stack gap={8}>
        <ul className={`bare-list ${list.list} ${classes.panel}`}>
          {[...named, ...toDate].map((one) => (
            <li key={one.range}>
              <Choice
                name={barRangeName(one.range)}
                days={one.days}
                isChosen={isChosen(one.range)}
                onChoose={() => onChoose({ kind: 'relative', range: one.range })}
              />
            </li>
          ))}
          <li>
            <Choice
              name="Varies by tile"
              days=""
              isChosen={range.kind === 'own'}
              onChoose={() => onChoose({ kind: 'own' })}
            />
          </li>
        </ul>
        <DaysForm days={days} onApply={(chosen) => onChoose({ kind: 'days', ...chosen })} />
      </Stack>
    </FocusTrap>
  )
}

interface ComparePanelProps {
  readonly view: BarView
  readonly onChoose: (compare: BarView['compare']) => void
}

/** What all tiles are compared with; of the comparisons with last year, the one that fits the range comes first. */
export const ComparePanel = ({ view: { compare, range }, onChoose }: ComparePanelProps) => {
  const calendar = useCalendar()
  const offered = useCompareModes(compare)
  if (calendar === null) return null
  const choice = range.kind === 'own' ? 'mtd' : range.kind === 'relative' ? range.range : range
  const usual = lastYearMode(choice, calendar.today)
  const modes = [
    null,
    'none',
    'previousPeriod',
    usual,
    ...offered.filter((mode) => mode !== 'previousPeriod' && mode !== usual),
  ] as const
  return (
    <FocusTrap active>
      <ul className={`bare-list ${list.list}`}>
        {modes.map((mode) => (
          <li key={mode ?? 'own'}>
            <Choice
              name={mode === null ? 'Varies by tile' : compareName(mode)}
              days=""
              isChosen={compare === mode}
              onChoose={() => onChoose(mode)}
            />
          </li>
        ))}
      </ul>
    </FocusTrap>
  )
}
