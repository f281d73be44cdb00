export { listPictures, readPictureOf } from './pictures.repo.ts'
