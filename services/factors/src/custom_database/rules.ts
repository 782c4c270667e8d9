import { type Check, checkText } from "@emissions/kit/wire/checks";
import type {
  CreateCustomDatabaseRequest,
  UpdateCustomDatabaseRequest,
} from "@emissions/proto/factors/v1/custom_database_service";

/** The fields of a database that callers set. */
export interface DatabaseValues {
  name: string;
  description: string | null;
}

/** Per organization. */
export const DATABASES_MAX = 1_000;

export const databaseValues = ({
  name,
  description,
}: CreateCustomDatabaseRequest | UpdateCustomDatabaseRequest): DatabaseValues => ({
  name,
  description: description ?? null,
});

export const checkDatabase = ({ name, description }: DatabaseValues): Check[] => [
  ...checkText("name", name, { max: 255, required: true }),
  ...checkText("description", description, { max: 500 }),
];
