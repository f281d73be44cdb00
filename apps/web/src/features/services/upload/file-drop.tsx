import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { FormFailure } from '#web/app/notice.tsx'
import classes from './file-drop.module.css'

/** Upload limit in bytes. The server limits the decompressed size. */
const MAX_BYTES = 600 * 1024 * 1024

const isReadable = ({ name }: File): boolean => /\.(csv|txt|tsv|tab|gz|xlsx|zip)$/i.test(name)

interface FileDropProps {
  readonly failure: string | null
  readonly isBusy?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A drop zone for files with the same columns: CSV, gzip, XLSX or ZIP. */
export const FileDrop = ({ failure, isBusy = false, onFiles }: FileDropProps) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = (files: File[]) => {
    const other = files.find((file) => !isReadable(file))
    if (other) return setRefusal(`${other.name} can’t be read. Save it as CSV or XLSX first.`)
    if (files.length > 0) onFiles(files)
  }
  return (
    <Stack gap="sm">
      <FormFailure message={refusal ?? failure} />
      <Dropzone
        loading={isBusy}
        onDrop={take}
        onReject={() => setRefusal('This file can’t be used. Choose CSV, XLSX, or ZIP files, up to 500 MB.')}
        maxSize={MAX_BYTES}
        multiple
        inputProps={{ 'aria-label': 'File to import' }}
      >
        <Stack align="center" gap={4} py="xl" style={{ pointerEvents: 'none' }}>
          <IconUpload size={32} stroke={1.5} aria-hidden />
          <Text fw={500} ta="center">
            <span className={classes.byMouse}>Drop a CSV, Excel, or ZIP file here, or click to choose one</span>
            <span className={classes.byTouch}>Choose a CSV, Excel, or ZIP file</span>
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            Up to 500 MB. Several files with the same columns are read as one. Exports from Commerce7, Shopify, and
            Square are recognized automatically.
          </Text>
        </Stack>
      </Dropzone>
    </Stack>
  )
}

interface SendingFileProps {
  readonly fileName: string
  /** 0 to 1 */
  readonly share: number
  readonly onCancel: () => void
}

/** Upload progress. */
export const SendingFile = ({ fileName, share, onCancel }: SendingFileProps) => (
  <Stack gap="xs">
    <Group justify="space-between">
      <Text size="sm" fw={500} role="status" style={{ overflowWrap: 'anywhere' }}>
        {share < 1 ? `Uploading ${fileName}` : `Reading ${fileName}`}
      </Text>
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel upload
      </Button>
    </Group>
    <Progress value={share * 100} animated={share >= 1} aria-label="Upload progress" />
    <Text size="xs" c="dimmed" className="numbers">
      {Math.floor(share * 100)}%
    </Text>
  </Stack>
)
