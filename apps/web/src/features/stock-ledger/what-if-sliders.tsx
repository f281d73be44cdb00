import { Button, Slider } from '@mantine/core'
import { useId, useState } from 'react'
import { computeRunOut } from '#domain/run-out.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { RunOutText } from './run-out-text.tsx'
import classes from './stock-ledger.module.css'
import { AS_IS, assumeStock, type LedgerTotals, sliderEnds, type WhatIf } from './what-if.ts'

interface AssumptionProps {
  readonly label: string
  /** what the value means, such as `+24 members` */
  readonly text: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  readonly onChange: (value: number) => void
}

const Assumption = ({ label, text, ...slider }: AssumptionProps) => {
  const id = useId()
  return (
    <div className={classes.assumption}>
      <div className={classes.assumed}>
        <span id={id}>{label}</span>
        <span>{text}</span>
      </div>
      <Slider {...slider} label={null} thumbSize={20} thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': text }} />
    </div>
  )
}

interface WhatIfSlidersProps {
  readonly totals: LedgerTotals
  /** active members */
  readonly members: number
  /** the account's local day */
  readonly today: string
}

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text)

/** Recomputes the run-out under assumptions. Nothing is saved. */
export const WhatIfSliders = ({ totals, members, today }: WhatIfSlidersProps) => {
  const formats = useFormats()
  const id = useId()
  const [whatIf, setWhatIf] = useState<WhatIf>(AS_IS)
  const ends = sliderEnds(totals, members)
  const hasClub = members > 0 && (totals.paceClub ?? 0) > 0
  const isChanged = Object.values(whatIf).some((value) => value !== 0)
  const change = (part: Partial<WhatIf>): void => setWhatIf((last) => ({ ...last, ...part }))
  const number = (value: number) => formats.value(value, 'integer')
  return (
    <section className={classes.whatIf} aria-labelledby={id}>
      <div className={classes.whatIfHead}>
        <h3 id={id}>What if</h3>
        <Button size="compact-sm" variant="subtle" disabled={!isChanged} onClick={() => setWhatIf(AS_IS)}>
          Reset
        </Button>
      </div>
      <div className={classes.assumptions}>
        {hasClub ? (
          <Assumption
            label="Club members"
            text={`${number(members + whatIf.members)} (${signed(whatIf.members, number(whatIf.members))})`}
            min={-ends.members}
            max={ends.members}
            step={1}
            value={whatIf.members}
            onChange={(value) => change({ members: value })}
          />
        ) : null}
        <Assumption
          label="Poured at tastings"
          text={`${number(whatIf.poured)} a week`}
          min={0}
          max={ends.poured}
          step={1}
          value={whatIf.poured}
          onChange={(poured) => change({ poured })}
        />
        <Assumption
          label="Wholesale order"
          text={`${number(whatIf.order)} units`}
          min={0}
          max={ends.order}
          step={12}
          value={whatIf.order}
          onChange={(order) => change({ order })}
        />
      </div>
      <p className={classes.result} role="status">
        {isChanged ? (
          <RunOutText runOut={computeRunOut(assumeStock(totals, members, whatIf))} today={today} />
        ) : (
          <span className={classes.note}>Move a slider to see when the wine would run out. Nothing is saved.</span>
        )}
      </p>
      <p className={classes.note}>
        {hasClub ? 'Club sales change with the number of members. ' : null}
        Price has no slider: sales don’t show how buyers would react to another price.
      </p>
    </section>
  )
}
