import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Account } from '#contract/account.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { firstFreeMonth } from './goal-periods.ts'
import { GoalProgress } from './goal-progress.tsx'
import { GoalRow } from './goal-row.tsx'
import type { GoalDraft } from './insight-draft.ts'
import classes from './settings.module.css'
import type { SettingsPartProps } from './use-insight-settings.ts'

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
