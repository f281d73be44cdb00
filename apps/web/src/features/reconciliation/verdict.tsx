import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Reconciliation } from '#contract/services.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'

/** Whether the month is the same on both sides, and what to do when it is not. */
export const Verdict = ({ result, platform }: { result: Reconciliation; platform: string }) => {
  const formats = useFormats()
  const month = formats.month(result.month, 'full')
  if (result.matches) {
    return (
      <Notice tone="good" role="status" title={`${month} matches`} icon={<IconCircleCheck size={20} aria-hidden />}>
        {result.ours.orders === 0
          ? 'Neither side has orders for this month.'
          : `Every order appears on both sides with the same total.`}
      </Notice>
    )
  }
  const count = result.differenceCount
  return (
    <Notice
      tone="warning"
      role="status"
      title={count === 1 ? '1 order differs' : `${formats.value(count, 'integer')} orders differ`}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      Orders that changed since the last sync appear here until the next one. Differences that remain after a full sync
      are skipped records or orders that {platform} records differently.
    </Notice>
  )
}
