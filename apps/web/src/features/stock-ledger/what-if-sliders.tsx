import { Button, Divider, Group, SimpleGrid, Slider, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useFormats } from '#ui/formats-context.tsx'
import subject from '../subjects/subject.module.css'
import { RunOutText } from './run-out-text.tsx'
import { AS_IS, assumeStock, CASE, type LedgerTotals, sliderEnds, type WhatIf } from './what-if.ts'

interface AssumptionProps {
  readonly label: string
  /** what the value means, such as `+24 members` */
  readonly text: string
  readonly min?: number
  readonly max: number
  readonly step?: number
  readonly value: number
  readonly onChange: (value: number) => void
}

const Assumption = ({ label, text, ...slider }: AssumptionProps) => {
  const id = useId()
  return (
    <Stack gap={8} pb={6}>
      <Group justify="space-between" gap={8} fz="sm">
        <span id={id}>{label}</span>
        <span className="numbers">{text}</span>
      </Group>
      <Slider {...slider} label={null} thumbSize={20} thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': text }} />
    </Stack>
  )
}

interface WhatIfSlidersProps {
  readonly totals: LedgerTotals
  /** active members */
  readonly members: number
  /** the account's local day */
  readonly today: string
}

/** Recomputes the run-out under assumptions. Nothing is saved. */
export const WhatIfSliders = ({ totals, members, today }: WhatIfSlidersProps) => {
  const formats = useFormats()
  const id = useId()
  const [whatIf, setWhatIf] = useState<WhatIf>(AS_IS)
  const ends = sliderEnds(totals, members)
  const hasClub = members > 0 && (totals.paceClub ?? 0) > 0
  const isChanged = Object.values(whatIf).some((value) => value !== 0)
  const number = (value: number) => formats.value(value, 'integer')
  const sliderOf = (key: keyof WhatIf) => ({
    max: ends[key],
    value: whatIf[key],
    onChange: (value: number) => setWhatIf((last) => ({ ...last, [key]: value })),
  })
  return (
    <Stack component="section" gap={12} aria-labelledby={id}>
      <Divider />
      <Group justify="space-between">
        <Title order={3} id={id}>
          What if
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={!isChanged}
          {...(isChanged ? {} : { bg: 'transparent' })}
          onClick={() => setWhatIf(AS_IS)}
        >
          Reset
        </Button>
      </Group>
      <SimpleGrid minColWidth="min(100%, 220px)" autoFlow="auto-fit" spacing={32} verticalSpacing={20}>
        {hasClub ? (
          <Assumption
            label="Club members"
            text={`${number(members + whatIf.members)} (${whatIf.members > 0 ? '+' : ''}${number(whatIf.members)})`}
            min={-ends.members}
            {...sliderOf('members')}
          />
        ) : null}
        <Assumption
          label="Sales if repriced"
          text={`${whatIf.sales > 0 ? '+' : ''}${whatIf.sales}%`}
          min={-ends.sales}
          step={5}
          {...sliderOf('sales')}
        />
        <Assumption label="Poured at tastings" text={`${number(whatIf.poured)} a week`} {...sliderOf('poured')} />
        <Assumption label="Wholesale order" text={`${number(whatIf.order)} units`} step={CASE} {...sliderOf('order')} />
      </SimpleGrid>
      <Text size="sm" role="status">
        {isChanged ? (
          <RunOutText
            stock={assumeStock(totals, members, whatIf)}
            before={assumeStock(totals, members, AS_IS)}
            today={today}
          />
        ) : (
          <span className={subject.note}>Move a slider to see when the wine would run out. Nothing is saved.</span>
        )}
      </Text>
    </Stack>
  )
}
