import { ActionIcon, Anchor, Button, NativeSelect, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import { GOAL_METRICS, GOAL_PERIODS } from '#domain/insight-settings.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { SettingsSection } from '#web/app/heading.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { firstFreeMonth, offeredStarts, periodName } from './goal-periods.ts'
import type { GoalDraft } from './insight-draft.ts'
import { GOAL_METRIC_LABELS, GOAL_PERIOD_LABELS } from './setting-labels.ts'
import classes from './settings.module.css'
import type { SettingsPartProps } from './use-insight-settings.ts'

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
const GoalRow = ({ goal, problem, today, account, onChange, onRemove }: GoalRowProps) => {
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
        label="Period length"
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
        <ActionIcon size={36} className={classes.remove} aria-label={`Remove goal: ${name}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

/** Most recent insights on goals. */
const MOST_SHOWN = 20

/** Progress of the current goals, from their insights. */
const GoalProgress = () => {
  const { queries } = useRuntime()
  const { data } = useQuery(
    queries.insights.list.queryOptions({
      input: { kind: 'goalPace', dismissed: 'false', page: 1, pageSize: MOST_SHOWN },
    }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Progress toward goals">
      <h3 className={classes.paceTitle}>Progress</h3>
      <ul className={`plain-list ${classes.pace}`}>
        {data.items.map(({ insightId: id, title, summary }) => (
          <li key={id}>
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link to="/ai/insights/$id" params={{ id }} {...props} />}
            >
              {title}
            </Anchor>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface GoalsSectionProps extends SettingsPartProps {
  readonly account: Account
}

const MAX_GOALS = 100

/** The account's goals and their progress. */
export const GoalsSection = ({ draft, problems, onChange, account }: GoalsSectionProps) => {
  const { goals } = draft
  const today = localDayOf(Date.now(), account.timeZone)
  const handleAdd = (): void => {
    const added: GoalDraft = {
      id: `${Date.now()} ${goals.length}`,
      metric: 'netSales',
      period: 'month',
      from: firstFreeMonth(goals, today, account),
      target: '',
    }
    onChange({ goals: [...goals, added] })
  }
  const handleChange = (changed: GoalDraft, key?: string): void =>
    onChange({ goals: goals.map((goal) => (goal.id === changed.id ? changed : goal)) }, key)
  return (
    <SettingsSection id="goals" title="Goals" description="Set targets, and Cuvee forecasts whether you’ll meet them.">
      {goals.length === 0 && (
        <Text size="sm" c="dimmed">
          No goals yet.
        </Text>
      )}
      {goals.length > 0 && (
        <ul className={classes.goals} aria-label="Goals">
          {goals.map((goal) => (
            <GoalRow
              key={goal.id}
              goal={goal}
              problem={problems[`goal ${goal.id}`]}
              today={today}
              account={account}
              onChange={handleChange}
              onRemove={() => onChange({ goals: goals.filter(({ id }) => id !== goal.id) })}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={goals.length >= MAX_GOALS}
        className={classes.add}
        onClick={handleAdd}
      >
        Add goal
      </Button>
      <GoalProgress />
    </SettingsSection>
  )
}
