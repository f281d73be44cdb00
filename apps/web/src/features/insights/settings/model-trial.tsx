import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { InsightSettings, ModelTrial as Trial } from '#contract/insights.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type InsightDraft, modelToTry } from './insight-draft.ts'
import { OUTCOME_MESSAGES } from './setting-labels.ts'
import classes from './settings.module.css'

interface ModelTrialProps {
  readonly draft: InsightDraft
  /** as stored */
  readonly settings: InsightSettings
  readonly hasProblem: boolean
}

/** Tests the provider as entered here with a made-up sentence, and shows the result. */
export const ModelTrial = ({ draft, settings, hasProblem }: ModelTrialProps) => {
  const { api } = useRuntime()
  const tried = modelToTry(draft, settings)
  const trial = useMutation({ mutationFn: () => api.insights.tryModel(tried) })
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={trial.isPending}
        disabled={hasProblem}
        onClick={() => trial.mutate()}
      >
        Test
      </Button>
      <Text size="sm" role="status">
        {trial.data && !trial.isPending && <Outcome outcome={trial.data.outcome} />}
        {trial.error && !trial.isPending && firstMessage(trial.error, 'Couldn’t reach Cuvee.')}
      </Text>
    </Group>
  )
}

const Outcome = ({ outcome }: Trial) => (
  <span className={classes.outcomeWords} data-works={outcome === 'works' || undefined}>
    {outcome === 'works' && <IconCheck size={16} aria-hidden />}
    {OUTCOME_MESSAGES[outcome]}
  </span>
)
