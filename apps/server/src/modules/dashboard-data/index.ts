export { streamTileLines } from './dashboard-data.routes.ts'
