import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChangedUser } from '#contract/users.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { useDraft } from '#web/app/draft/use-draft.ts'
import { SearchSelect } from '#web/app/fields.tsx'
import { useNow } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { cultureChoices, cultureExample, cultureName } from './cultures.ts'
import { draftProblem, fieldProblems, type ProfileDraft, serializeDraft, toChange, toDraft } from './profile-draft.ts'
import { useProfileUpdate } from './use-profile-changes.ts'

/** Option value for the account's culture. */
const ACCOUNT_DEFAULT = ''

interface CultureSelectProps {
  /** null: the account's culture */
  readonly culture: string | null
  readonly onChange: (culture: string | null) => void
}

/** Selects the format of dates and amounts, with an example. */
const CultureSelect = ({ culture, onChange }: CultureSelectProps) => {
  const account = useAccount()
  const now = useNow()
  const inForce = account?.culture ?? 'en-US'
  const data = useMemo(
    () => [{ value: ACCOUNT_DEFAULT, label: `Account default: ${cultureName(inForce)}` }, ...cultureChoices(culture)],
    [inForce, culture],
  )
  const reader = {
    culture: culture ?? inForce,
    currency: account?.currency ?? 'USD',
    timeZone: account?.timeZone ?? 'UTC',
  }
  return (
    <Stack gap={6}>
      <SearchSelect
        label="Date and number format"
        data={data}
        nothingFoundMessage="No matches"
        value={culture ?? ACCOUNT_DEFAULT}
        onChange={(chosen) => onChange(chosen === null || chosen === ACCOUNT_DEFAULT ? null : chosen)}
      />
      <Text size="sm" c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        Example: {cultureExample(reader, new Date(now).toISOString())}
      </Text>
    </Stack>
  )
}

/** Edits name and culture. */
export const ProfileForm = ({ stored }: { stored: ChangedUser }) => {
  const { api } = useRuntime()
  const show = useProfileUpdate()
  const draft = useDraft<ProfileDraft>(toDraft(stored), serializeDraft)
  const save = useMutation({
    mutationFn: (change: ReturnType<typeof toChange>) => api.users.update({ id: stored.id, ...change }),
    onSuccess: (changed) => {
      draft.saved()
      toast.success('Profile saved')
      show(changed)
    },
    onError: (error) => toast.failure(firstMessage(error, 'Failed to save your profile. Please try again.')),
  })
  const { value, change } = draft
  const problems = fieldProblems(value)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          required
          maxLength={100}
          value={value.firstName}
          error={problems.firstName}
          onChange={({ currentTarget }) => change({ ...value, firstName: currentTarget.value }, 'firstName')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          required
          maxLength={100}
          value={value.lastName}
          error={problems.lastName}
          onChange={({ currentTarget }) => change({ ...value, lastName: currentTarget.value }, 'lastName')}
        />
      </SimpleGrid>
      <CultureSelect culture={value.culture} onChange={(culture) => change({ ...value, culture })} />
      <SaveBar
        worksReadOnly
        draft={draft}
        isSaving={save.isPending}
        problem={draftProblem(value)}
        onSave={() => save.mutate(toChange(value, toDraft(stored)))}
      />
    </Stack>
  )
}
