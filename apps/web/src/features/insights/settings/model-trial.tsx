import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { InsightSettings, ModelTrial as Trial } from '#contract/insights.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type InsightDraft, modelToTry } from './insight-draft.ts'
import { OUTCOME_WORDS } from './setting-words.ts'
import classes from './settings.module.css'

interface ModelTrialProps {
  readonly draft: InsightDraft
  /** as stored */
  readonly settings: InsightSettings
  readonly hasProblem: boolean
}

/** Asks the provider for a made-up sentence, as it is typed here, and says what came of it. */
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
        Try it
      </Button>
      <Text size="sm" role="status">
        {trial.data && !trial.isPending && <Outcome outcome={trial.data.outcome} />}
        {trial.error && !trial.isPending && firstMessage(trial.error, 'Cuvee could not be reached.')}
      </Text>
    </Group>
  )
}

const Outcome = ({ outcome }: Trial) => (
  <span className={classes.outcomeWords} data-works={outcome === 'works' || undefined}>
    {outcome === 'works' && <IconCheck size={16} aria-hidden />}
    {OUTCOME_WORDS[outcome]}
  </span>
)
