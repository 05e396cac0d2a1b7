export { states } from '@packboard/model/texts/it/states'
