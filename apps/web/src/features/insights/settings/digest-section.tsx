import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DIGEST_CADENCES } from '#domain/insight-settings.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { SettingsSection } from '#web/features/account-settings/settings-section.tsx'
import { ChoiceList } from './choice-list.tsx'
import { CADENCE_LABELS } from './setting-labels.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** When the morning summary is emailed, and to whom. */
export const DigestSection = ({ draft, problems, onChange }: SettingsPartProps) => {
  const { queries } = useRuntime()
  const people = useQuery(queries.users.list.queryOptions()).data ?? []
  const listed = people.map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} (${email})`,
  }))
  // A user who left isn't offered, but is listed so that they can be removed.
  const former = draft.recipients.filter((id) => people.length > 0 && !listed.some(({ value }) => value === id))
  return (
    <SettingsSection
      id="brief"
      title="Morning summary"
      description="A short email with yesterday’s sales, the month to date compared with last year, and new insights."
    >
      <ChoiceList
        label="How often the morning summary is sent"
        values={DIGEST_CADENCES}
        labels={CADENCE_LABELS}
        value={draft.cadence}
        onChange={(cadence) => onChange({ cadence })}
      />
      {draft.cadence !== 'never' && (
        <MultiSelect
          label="To"
          description="Users of this account"
          placeholder={draft.recipients.length === 0 ? 'Select people' : ''}
          searchable
          maxValues={50}
          nothingFoundMessage="No people found"
          hiddenInputProps={{ 'aria-label': 'Selected people' }}
          data={[...listed, ...former.map((value) => ({ value, label: 'Former user' }))]}
          value={draft.recipients}
          error={problems.recipients}
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
    </SettingsSection>
  )
}
