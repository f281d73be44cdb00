import { buffer } from 'node:stream/consumers'
import { Failure } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/reports.ts'
import type { MailFile } from '#server/mail/transport.ts'
import { type FileDeps, type ReportQuestion, reportFile } from '#server/modules/reports/index.ts'

/** Maximum size that email servers accept, allowing for encoding. */
const MAX_BYTES = 10 * 1024 ** 2

export interface Attachment {
  readonly file: MailFile | null
  /** the text about it in the email */
  readonly note: string
}

const tooLarge: Attachment = {
  file: null,
  note: 'The file is too large for a mail. Open the report to export it.',
}

/** The report as an email attachment, or a note that it is too large. */
export const reportAttachment = async (
  deps: FileDeps,
  question: ReportQuestion,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<Attachment> => {
  try {
    const { name, contentType, bytes, content } = await reportFile(deps, question, format, signal)
    if (content instanceof Uint8Array)
      return bytes > MAX_BYTES ? tooLarge : attached({ name, contentType, content: Buffer.from(content) })
    if (bytes <= MAX_BYTES) return attached({ name, contentType, content: await buffer(content) })
    content.destroy()
    return tooLarge
  } catch (error) {
    if (error instanceof Failure && error.status === 413) return tooLarge
    throw error
  }
}

const attached = (file: MailFile): Attachment => ({ file, note: `All rows are in the attached file, ${file.name}.` })
