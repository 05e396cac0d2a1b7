export { states } from '@packboard/model/texts/locales/it/states'
