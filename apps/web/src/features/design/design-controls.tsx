import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Tabs,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconAlertTriangle, IconDots, IconPlus } from '@tabler/icons-react'
import { askToConfirm } from '#web/app/dialog.tsx'
import { EmptyPanel } from '#web/app/heading.tsx'
import { LoadFailure, Notice, type NoticeTone } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import classes from './design-screen.module.css'

const ignore = (): void => undefined

export const Controls = () => (
  <Stack className={classes.card}>
    <Group>
      <Button leftSection={<IconPlus size={16} aria-hidden />}>Add service</Button>
      <Button variant="default">Cancel</Button>
      <Button variant="subtle" color="gray">
        Choose another file
      </Button>
      <Button
        color="red.9"
        onClick={() =>
          askToConfirm({
            title: 'Delete dashboard',
            text: 'It goes to the trash for 30 days.',
            confirm: 'Delete',
            onConfirm: ignore,
          })
        }
      >
        Delete…
      </Button>
      <Button disabled>Save</Button>
      <Button loading>Save</Button>
      <Button variant="default" onClick={() => toast.success('Dashboard saved')}>
        Show a toast
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More actions">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Dashboard</Menu.Label>
          <Menu.Item>Rename</Menu.Item>
          <Menu.Item color="var(--mantine-color-error)">Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
    <Group>
      <Badge variant="default">Owner</Badge>
      <Badge>Your plan</Badge>
      <SegmentedControl aria-label="View" data={['Chart', 'Table', 'Both']} />
      <Tabs defaultValue="week">
        <Tabs.List>
          <Tabs.Tab value="today">Today</Tabs.Tab>
          <Tabs.Tab value="week">Week</Tabs.Tab>
          <Tabs.Tab value="month">Month</Tabs.Tab>
        </Tabs.List>
      </Tabs>
    </Group>
  </Stack>
)

export const Fields = () => (
  <div className={`${classes.card} ${classes.form}`}>
    <TextInput label="Name" required placeholder="Tasting room" />
    <TextInput label="Email" defaultValue="lee" error="Enter an email address, such as lee@winery.com." />
    <Select label="Channel" data={['Tasting room', 'Web', 'Club']} defaultValue="Web" />
    <NativeSelect label="Time zone" data={['Pacific', 'Eastern']} />
    <Textarea label="Note" description="Shown on every chart of these days." />
    <TextInput label="Disabled" disabled value="Read-only" readOnly />
    <Stack gap="xs">
      <Checkbox label="Include club orders" defaultChecked />
      <Radio label="Same weekdays last year" defaultChecked />
      <Switch label="Send every Monday" defaultChecked />
    </Stack>
  </div>
)

const TONES: readonly NoticeTone[] = ['plain', 'good', 'warning', 'bad']

export const Messages = () => (
  <Stack>
    {TONES.map((tone) => (
      <Notice key={tone} tone={tone} title={`A ${tone} notice`} icon={<IconAlertTriangle size={18} aria-hidden />}>
        What happened, then what to do.
      </Notice>
    ))}
    <LoadFailure error={new Error('Check your connection.')} onRetry={ignore} />
    <EmptyPanel title="No reports yet" text="Save a report to find it here.">
      <Button>New report</Button>
    </EmptyPanel>
    <Text c="dimmed" size="sm">
      Secondary text with <a href="/reports/orders/list">all orders</a>
    </Text>
  </Stack>
)
