import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { UserAvatar } from '../users/user-avatar.tsx'
import { loadPicture, PICTURE_TYPES, pictureProblem } from './picture.ts'
import { useRemovePhoto } from './use-profile-changes.ts'

// Loaded only when a file is chosen.
const CropDialog = lazy(() => import('./crop-dialog.tsx').then((module) => ({ default: module.CropDialog })))

/** The user's photo: choose, crop, or remove. */
export const PhotoSection = ({ user }: { user: User }) => {
  const [problem, setProblem] = useState<string | null>(null)
  /** object URL of the chosen file */
  const [chosen, setChosen] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)
  const remove = useRemovePhoto()
  const take = async (file: File | null): Promise<void> => {
    if (!file) return
    // Allow choosing the same file again.
    resetInput.current?.()
    const refusal = pictureProblem(file)
    setProblem(refusal)
    if (refusal !== null) return
    const url = URL.createObjectURL(file)
    try {
      await loadPicture(url)
      setChosen(url)
    } catch {
      URL.revokeObjectURL(url)
      setProblem(`${file.name} couldn’t be read as an image. Choose another file.`)
    }
  }
  const close = (): void => {
    if (chosen !== null) URL.revokeObjectURL(chosen)
    setChosen(null)
  }
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
              onChange={(file) => void take(file)}
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
        {chosen !== null && <CropDialog userId={user.id} url={chosen} onClose={close} />}
      </Suspense>
    </Stack>
  )
}
