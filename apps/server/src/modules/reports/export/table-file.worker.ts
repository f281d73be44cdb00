import { parentPort, workerData } from 'node:worker_threads'
import { reportPdf } from './pdf/report-pdf.ts'
import type { TableFileTask } from './table-files.ts'
import { reportXlsx } from './xlsx/report-xlsx.ts'

const WRITERS = { xlsx: reportXlsx, pdf: reportPdf }

const { format, report }: TableFileTask = workerData
const file = new Uint8Array(await WRITERS[format](report))
parentPort?.postMessage(file, [file.buffer])
