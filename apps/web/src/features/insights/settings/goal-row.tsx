import { ActionIcon, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Account } from '#contract/account.ts'
import { GOAL_METRICS, GOAL_PERIODS } from '#domain/insight-settings.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { offeredStarts, periodName } from './goal-periods.ts'
import type { GoalDraft } from './insight-draft.ts'
import { GOAL_METRIC_LABELS, GOAL_PERIOD_LABELS } from './setting-labels.ts'
import classes from './settings.module.css'

interface GoalRowProps {
  readonly goal: GoalDraft
  readonly problem: string | undefined
  /** local day of the account */
  readonly today: string
  readonly account: Account
  readonly onChange: (goal: GoalDraft, key?: string) => void
  readonly onRemove: () => void
}

const METRICS = GOAL_METRICS.map((value) => ({ value, label: GOAL_METRIC_LABELS[value] }))
const PERIODS = GOAL_PERIODS.map((value) => ({ value, label: GOAL_PERIOD_LABELS[value] }))

/** A goal: metric, period and target. */
export const GoalRow = ({ goal, problem, today, account, onChange, onRemove }: GoalRowProps) => {
  const formats = useFormats()
  const start = periodStart(goal.from, goal.period, account)
  const name = `${GOAL_METRIC_LABELS[goal.metric]}, ${periodName(start, goal.period, formats)}`
  const handleMetric = (text: string): void => {
    const metric = GOAL_METRICS.find((known) => known === text)
    if (metric !== undefined) onChange({ ...goal, metric })
  }
  const handlePeriod = (text: string): void => {
    const period = GOAL_PERIODS.find((known) => known === text)
    if (period !== undefined) onChange({ ...goal, period, from: periodStart(today, period, account) })
  }
  return (
    <li className={classes.goal}>
      <NativeSelect
        label="Metric"
        data={METRICS}
        value={goal.metric}
        onChange={({ currentTarget }) => handleMetric(currentTarget.value)}
      />
      <NativeSelect
        label="Length"
        data={PERIODS}
        value={goal.period}
        onChange={({ currentTarget }) => handlePeriod(currentTarget.value)}
      />
      <NativeSelect
        label="Period"
        data={offeredStarts(goal, today, account).map((value) => ({
          value,
          label: periodName(value, goal.period, formats),
        }))}
        value={start}
        onChange={({ currentTarget }) => onChange({ ...goal, from: currentTarget.value })}
      />
      <TextInput
        label={goal.metric === 'netSales' ? `Target (${account.currency})` : 'Target'}
        inputMode="decimal"
        autoComplete="off"
        value={goal.target}
        error={problem}
        onChange={({ currentTarget }) => onChange({ ...goal, target: currentTarget.value }, `target ${goal.id}`)}
      />
      <Tooltip label="Remove">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.remove}
          aria-label={`Remove goal: ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
