import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BRIEF_CADENCES } from '#domain/insight-settings.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { SettingsSection } from '../../account-settings/settings-section.tsx'
import { ChoiceList } from './choice-list.tsx'
import { CADENCE_WORDS } from './setting-words.ts'
import type { SettingsPartProps } from './use-insight-settings.ts'

/** When the morning brief is mailed, and to whom. */
export const BriefSection = ({ draft, problems, onChange }: SettingsPartProps) => {
  const { queries } = useRuntime()
  const people = useQuery(queries.users.list.queryOptions()).data ?? []
  const listed = people.map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName} (${email})`,
  }))
  // Somebody who left is no choice any more, but stays to be taken out.
  const gone = draft.recipients.filter((id) => people.length > 0 && !listed.some(({ value }) => value === id))
  return (
    <SettingsSection
      id="brief"
      title="Morning brief"
      description="A short mail: yesterday, the month so far beside last year’s, and what is new here."
    >
      <ChoiceList
        label="How often the brief is sent"
        values={BRIEF_CADENCES}
        words={CADENCE_WORDS}
        value={draft.cadence}
        onChange={(cadence) => onChange({ cadence })}
      />
      {draft.cadence !== 'never' && (
        <MultiSelect
          label="To"
          description="People of this account"
          placeholder={draft.recipients.length === 0 ? 'Choose people' : ''}
          searchable
          maxValues={50}
          nothingFoundMessage="No people found"
          hiddenInputProps={{ 'aria-label': 'People chosen' }}
          data={[...listed, ...gone.map((value) => ({ value, label: 'Someone who left' }))]}
          value={draft.recipients}
          error={problems.recipients}
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
    </SettingsSection>
  )
}
