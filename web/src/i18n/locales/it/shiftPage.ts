export { shiftPage } from '@packboard/model/texts/it/shiftPage'
