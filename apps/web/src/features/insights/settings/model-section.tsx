import { Badge, Button, Group, PasswordInput, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { InsightSettings, ModelTrial as Trial } from '#contract/insights.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { type InsightDraft, keepsKey, modelToTry } from './insight-draft.ts'
import { OUTCOME_MESSAGES } from './setting-labels.ts'
import classes from './settings.module.css'
import type { SettingsPartProps } from './use-insight-settings.ts'

interface ModelTrialProps {
  readonly draft: InsightDraft
  /** as stored */
  readonly settings: InsightSettings
  readonly hasProblem: boolean
}

/** Tests the provider as entered here with a made-up sentence, and shows the result. */
const ModelTrial = ({ draft, settings, hasProblem }: ModelTrialProps) => {
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

interface ModelSectionProps extends SettingsPartProps {
  /** as stored */
  readonly settings: InsightSettings
}

const withoutProvider: Partial<InsightDraft> = { modelUrl: '', modelName: '', newKey: '', isKeyRemoved: false }

/** The provider of a language model that rephrases sentences; it is optional. */
export const ModelSection = ({ draft, problems, onChange, settings }: ModelSectionProps) => {
  const hasProvider = draft.modelUrl.trim() !== ''
  return (
    <SettingsSection
      id="model"
      title="Language model"
      description="Optional. A language model rephrases Cuvee’s sentences and reads questions that Cuvee can’t. It can’t change figures: a sentence with any other figure is discarded."
    >
      <Switch
        label="Use a language model"
        description="While it’s off, nothing from this account is sent to a model."
        checked={draft.usesModel}
        onChange={({ currentTarget }) => onChange({ usesModel: currentTarget.checked })}
      />
      {draft.usesModel && settings.model.isProvided && !hasProvider && (
        <Text size="sm">This installation has a provider, which is used unless you add your own.</Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="URL"
          description="OpenAI-compatible URL, up to /v1"
          placeholder="https://api.example.com/v1"
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={draft.modelUrl}
          error={problems['model.url']}
          onChange={({ currentTarget }) => onChange({ modelUrl: currentTarget.value }, 'modelUrl')}
        />
        <TextInput
          label="Model name"
          description="The provider’s name for the model"
          autoComplete="off"
          spellCheck={false}
          disabled={!hasProvider}
          value={draft.modelName}
          error={problems['model.name']}
          onChange={({ currentTarget }) => onChange({ modelName: currentTarget.value }, 'modelName')}
        />
      </SimpleGrid>
      {hasProvider && <KeyField draft={draft} problems={problems} onChange={onChange} settings={settings} />}
      {hasProvider && (
        <Group>
          <ModelTrial
            // The result for another provider doesn't apply to this one.
            key={JSON.stringify([draft.modelUrl, draft.modelName, draft.newKey, draft.isKeyRemoved])}
            draft={draft}
            settings={settings}
            hasProblem={problems['model.url'] !== undefined || problems['model.name'] !== undefined}
          />
          <Button variant="default" size="xs" onClick={() => onChange(withoutProvider)}>
            Remove provider
          </Button>
        </Group>
      )}
    </SettingsSection>
  )
}

const KeyField = ({ draft, problems, onChange, settings }: ModelSectionProps) => {
  const hasStoredKey = keepsKey(draft, settings)
  const isForElsewhere = settings.model.hasKey && !draft.isKeyRemoved && !hasStoredKey
  return (
    <div>
      <PasswordInput
        label={
          <Group component="span" gap={8} display="inline-flex">
            Key
            {hasStoredKey && (
              <Badge component="span" size="sm" variant="light" color="gray">
                set
              </Badge>
            )}
          </Group>
        }
        description={
          isForElsewhere
            ? 'The stored key was entered for another URL and isn’t sent to this one.'
            : 'Stored encrypted and never shown again.'
        }
        placeholder={hasStoredKey ? 'Saved. Enter a new value to replace it.' : ''}
        // Keeps browsers from filling in the user's own password.
        autoComplete="new-password"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide key', tabIndex: 0 }}
        value={draft.newKey}
        error={problems['model.key']}
        onChange={({ currentTarget }) => onChange({ newKey: currentTarget.value }, 'newKey')}
      />
      {hasStoredKey && draft.newKey === '' && (
        <Button mt="xs" size="xs" variant="default" onClick={() => onChange({ isKeyRemoved: true })}>
          Remove key
        </Button>
      )}
      {draft.isKeyRemoved && draft.newKey === '' && (
        <Text size="sm" mt="xs" role="status">
          The key will be removed when you save.
        </Text>
      )}
    </div>
  )
}
