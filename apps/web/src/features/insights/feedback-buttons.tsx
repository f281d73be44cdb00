import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import type { InsightSummary } from '#contract/insights.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'

interface FeedbackButtonsProps {
  readonly insight: Pick<InsightSummary, 'title' | 'useful'>
  readonly isBusy: boolean
  /** null withdraws an answer */
  readonly onAnswer: (useful: boolean | null) => void
}

const ANSWERS = [
  { useful: true, label: 'Useful', icon: IconThumbUp, chosen: IconThumbUpFilled },
  { useful: false, label: 'Not useful', icon: IconThumbDown, chosen: IconThumbDownFilled },
] as const

/** Whether an insight was useful: answers change how many of its kind are shown. */
export const FeedbackButtons = ({ insight, isBusy, onAnswer }: FeedbackButtonsProps) => {
  const reason = usePlanLock()
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={`Was this useful: ${insight.title}`}>
      {ANSWERS.map(({ useful, label, icon, chosen }) => {
        const isChosen = insight.useful === useful
        const Icon = isChosen ? chosen : icon
        return (
          <Tooltip key={label} label={reason ?? label}>
            <ActionIcon
              variant="subtle"
              color={isChosen ? 'wine' : 'gray'}
              size={36}
              aria-label={label}
              aria-pressed={isChosen}
              disabled={isBusy}
              data-disabled={reason !== null}
              aria-disabled={reason !== null}
              onClick={() => (reason === null ? onAnswer(isChosen ? null : useful) : undefined)}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </Group>
  )
}
