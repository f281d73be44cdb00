import { Stack, Text, Title } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { usePage } from '../use-page.ts'
import { plannedContent } from './planned-content.ts'

/** Stands where a page of a later release will be, and says what that will be. */
export const NotBuiltPage = () => {
  const { title, path } = usePage()
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <IconTools size={32} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
      <Title order={1}>{title}</Title>
      <Text>This page is not built yet</Text>
      <Text c="dimmed" maw={480}>
        {plannedContent(path)}
      </Text>
    </Stack>
  )
}
