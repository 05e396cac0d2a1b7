export { shiftPage } from '@packboard/model/texts/locales/it/shiftPage'
