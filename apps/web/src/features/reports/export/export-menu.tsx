import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconLink, IconPrinter } from '@tabler/icons-react'
import type { ExportFormat } from '#contract/reports.ts'
import { toast } from '#web/app/toast.ts'

interface ExportMenuProps {
  readonly isReady: boolean
  readonly onExport: (format: ExportFormat) => void
  readonly onPrint: () => void
}

const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'CSV file'],
  ['xlsx', 'Excel file (XLSX)'],
  ['pdf', 'PDF document'],
]

const copyLink = (): void => {
  navigator.clipboard.writeText(location.href).then(
    () => toast.success('Link copied'),
    () => toast.failure('The link couldn’t be copied. Copy it from the address bar.'),
  )
}

/** Exports of the report with its dates and filters. */
export const ExportMenu = ({ isReady, onExport, onPrint }: ExportMenuProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button size="xs" variant="default" disabled={!isReady} rightSection={<IconChevronDown size={14} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {FORMATS.map(([format, name]) => (
        <Menu.Item key={format} leftSection={<IconDownload size={16} />} onClick={() => onExport(format)}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconPrinter size={16} />} onClick={onPrint}>
        Print
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
        Copy link
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
