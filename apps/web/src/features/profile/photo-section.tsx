import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { User } from '#contract/auth.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { UserAvatar } from '../users/user-avatar.tsx'
import { PICTURE_TYPES } from './picture.ts'
import { useChosenPicture } from './use-chosen-picture.ts'
import { useRemovePhoto } from './use-profile-changes.ts'

// Loaded only when a file is chosen.
const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })))

/** The user's photo: choose, crop, or remove. */
export const PhotoSection = ({ user }: { user: User }) => {
  const { picture, problem, resetInput, select, clear } = useChosenPicture()
  const remove = useRemovePhoto()
  const hasPhoto = user.profilePhotoUrlLarge !== null
  return (
    <Stack gap="sm">
      <FormFailure message={problem} />
      <Group gap="md">
        <UserAvatar user={user} size={96} />
        <Stack gap="xs">
          <Group gap="xs">
            <FileButton
              resetRef={resetInput}
              accept={PICTURE_TYPES.join(',')}
              onChange={(file) => void select(file)}
              inputProps={{ 'aria-label': 'Photo' }}
            >
              {(props) => (
                <Button variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />} {...props}>
                  {hasPhoto ? 'Change photo' : 'Choose a photo'}
                </Button>
              )}
            </FileButton>
            {hasPhoto && (
              <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
                Remove photo
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            JPEG, PNG, or WebP, up to 10 MB.
          </Text>
        </Stack>
      </Group>
      <Suspense fallback={null}>
        {picture !== null && <CropDialog userId={user.id} url={picture.url} onClose={clear} />}
      </Suspense>
    </Stack>
  )
}
