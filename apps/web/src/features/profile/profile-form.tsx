import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ChangedUser } from '#contract/users.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { SaveBar } from '../product-choices/save-bar.tsx'
import { useDraft } from '../product-choices/use-draft.ts'
import { CultureSelect } from './culture-select.tsx'
import { draftProblem, fieldProblems, type ProfileDraft, serializeDraft, toChange, toDraft } from './profile-draft.ts'
import { useProfileUpdate } from './use-profile-changes.ts'

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
        draft={draft}
        isSaving={save.isPending}
        problem={draftProblem(value)}
        onSave={() => save.mutate(toChange(value, toDraft(stored)))}
      />
    </Stack>
  )
}
