import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface AuthPanelProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** The one panel of a sign-in page: heading, a sentence, content. */
export const AuthPanel = ({ title, text, children }: AuthPanelProps) => (
  <Stack gap="lg">
    <div>
      <Title order={1}>{title}</Title>
      {text && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
    {children}
  </Stack>
)
