export { readTileGoal } from './goal-tile.ts'
export { goalsToPace } from './goals.usecases.ts'
