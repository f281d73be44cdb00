import { Badge, Button, Group, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { InsightSettings } from '#contract/insights.ts'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { type InsightDraft, keepsKey } from './insight-draft.ts'
import { ModelTrial } from './model-trial.tsx'
import type { SettingsPartProps } from './use-insight-settings.ts'

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
      description="Optional. A language model can rephrase Cuvee’s sentences to read more naturally. It can’t change figures: a sentence with any other figure is discarded."
    >
      {settings.model.isProvided && !hasProvider && (
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
