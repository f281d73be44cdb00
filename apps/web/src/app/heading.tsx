import { Anchor, Box, Button, type ButtonProps, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type Icon, IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface HeadingProps {
  readonly title: string
  readonly order?: 1 | 2
  /** a sentence about it */
  readonly children?: ReactNode
}

/** The heading of a screen, or of a part of it. */
export const Heading = ({ title, order = 1, children }: HeadingProps) => (
  <div>
    <Title order={order}>{title}</Title>
    {children && (
      <Text c="dimmed" size="sm">
        {children}
      </Text>
    )}
  </div>
)

/** The heading of a screen with its tools at the end. */
export const ScreenHead = ({ tools, ...heading }: HeadingProps & { readonly tools: ReactNode }) => (
  <Group component="header" justify="space-between" align="flex-start" gap="8px 16px">
    <Box flex="1 1 180px" miw={0}>
      <Heading {...heading} />
    </Box>
    {tools}
  </Group>
)

/** Leads from a page to the one above it. */
export const BackLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Anchor
    component={Link}
    to={to}
    size="sm"
    display="inline-flex"
    style={{ alignItems: 'center', gap: 4 }}
    w="fit-content"
  >
    <IconArrowLeft size={16} aria-hidden />
    {children}
  </Anchor>
)

interface LinkButtonProps extends Pick<ButtonProps, 'size'> {
  readonly to: string
  readonly icon: Icon
  readonly children: string
}

/** A button with an icon that leads to another page. */
export const LinkButton = ({ to, icon: Icon, size = 'sm', children }: LinkButtonProps) => {
  const icon = <Icon size={size === 'xs' ? 14 : 16} aria-hidden />
  return (
    <Button component={Link} to={to} variant="default" size={size} leftSection={icon}>
      {children}
    </Button>
  )
}

interface EmptyPanelProps {
  readonly title: string
  readonly text?: string
  /** what to do */
  readonly children?: ReactNode
}

/** Replaces a screen's content while there is none. */
export const EmptyPanel = ({ title, text, children }: EmptyPanelProps) => (
  <Paper withBorder p="xl">
    <Stack align="center" ta="center" gap="sm">
      <Title order={2}>{title}</Title>
      {text && (
        <Text c="dimmed" maw={560}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  </Paper>
)

interface SettingsSectionProps {
  /** its anchor */
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

/** A card of settings that can be linked to. */
export const SettingsSection = ({ id, title, description, children }: SettingsSectionProps) => (
  <Paper
    component="section"
    withBorder
    p={{ base: 'md', sm: 'lg' }}
    id={id}
    aria-labelledby={`${id}-title`}
    style={{ scrollMarginTop: 72 }}
  >
    <Stack>
      <div>
        <Title order={2} id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  </Paper>
)
