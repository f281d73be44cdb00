import { Menu } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconBellPlus,
  IconCopyPlus,
  IconExternalLink,
  IconFileTypeCsv,
  IconPhoto,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { reportPage, type TileReport } from './report-page-of-tile.ts'
import type { TileResult } from './tile-state.ts'

export interface TileActionsProps {
  readonly id: string
  readonly title: string
  /** as the widget's definition parsed them */
  readonly settings: Readonly<Record<string, unknown>>
  /** null: nothing to download yet */
  readonly result: TileResult | null
  /** null: this dashboard cannot be changed here */
  readonly onDuplicate: (() => void) | null
  readonly onFullScreen: () => void
  /** null: it has no number to watch */
  readonly onAlert: (() => void) | null
}

// Most visits download nothing, so its code is loaded on demand.
const files = () => import('./tile-files/download-tile.ts')

const tileElement = (id: string): Element | null => document.querySelector(`[data-tile="${CSS.escape(id)}"] article`)

const FAILED = 'The file couldn’t be created. Please try again.'

const reportFailure = (error: unknown): void => {
  toast.failure(firstMessage(error, FAILED))
}

/** A table has no picture: its rows are in the CSV file. */
const canBePicture = ({ data }: TileResult): boolean =>
  data.kpis.length > 0 || (data.report === undefined ? data.rows.length > 0 : data.report.show === 'chart')

/** Actions on a tile that leave it as it is. */
export const TileActions = ({ id, title, settings, result, onDuplicate, onFullScreen, onAlert }: TileActionsProps) => {
  const { rawFetch } = useRuntime()
  const formats = useFormats()
  const mayRead = useIsPermitted('reports')
  const hasRows = result !== null && (result.data.rows.length > 0 || result.data.kpis.length > 0)
  const report = result?.data.report
  // The rows of a report are exported by a call of reports.
  const hasCsv = report === undefined ? hasRows : mayRead
  const downloadCsv = async (): Promise<void> => {
    if (result === null) return
    const { saveReportCsv, saveTileCsv } = await files()
    if (report) await saveReportCsv(rawFetch, settings.source, { title, result })
    else saveTileCsv({ title, result })
  }
  const downloadPng = async (): Promise<void> => {
    const tile = tileElement(id)
    if (tile === null || result === null) return
    const { saveTilePng } = await files()
    await saveTilePng(tile, { title, result }, formats)
  }
  return (
    <>
      <Menu.Item leftSection={<IconArrowsMaximize size={16} />} onClick={onFullScreen}>
        Full screen
      </Menu.Item>
      {report === undefined || !mayRead ? null : <OpenReport source={settings.source} report={report} />}
      {result !== null && canBePicture(result) ? (
        <Menu.Item leftSection={<IconPhoto size={16} />} onClick={() => void downloadPng().catch(reportFailure)}>
          Download PNG
        </Menu.Item>
      ) : null}
      {hasCsv ? (
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void downloadCsv().catch(reportFailure)}>
          Download CSV
        </Menu.Item>
      ) : null}
      {onAlert === null ? null : (
        <Menu.Item leftSection={<IconBellPlus size={16} />} onClick={onAlert}>
          Alert me…
        </Menu.Item>
      )}
      {onDuplicate === null ? null : (
        <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={onDuplicate}>
          Duplicate
        </Menu.Item>
      )}
    </>
  )
}

const OpenReport = ({ source, report }: { source: unknown; report: TileReport }) => {
  const navigate = useNavigate()
  const page = reportPage(source, report)
  if (page === null) return null
  return (
    <Menu.Item leftSection={<IconExternalLink size={16} />} onClick={() => void navigate(page)}>
      Open report
    </Menu.Item>
  )
}
