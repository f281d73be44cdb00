export { streamTileLines } from './read-tiles.usecases.ts'
