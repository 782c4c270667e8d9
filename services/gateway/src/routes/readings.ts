import { ReadingCategorySchema, ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { z } from "zod";
import { activityDay, decimal, enumOf, filterEnumOf, id, pattern } from "../rest/fields.ts";
import { choice, listOf, page, size } from "../rest/query-fields.ts";
import { answer, route } from "../rest/route.ts";

const { sendFileEvent, listReadings, getReading, updateReading, confirmReading, deleteReading } = ReadingService.method;

const ITEMS_MAX = 20;
const FACILITIES_MAX = 100;
const AMOUNT_MAX = "9".repeat(20);

const EXAMPLE_ID = "0197f3a0-0000-7000-8000-000000000001";

const name = z.string().min(1).max(255).nullish();
const share = decimal({ min: "0", max: "1" });

const Item = z.strictObject({
  invoice_number: name,
  quantity: decimal({ min: "0", max: AMOUNT_MAX }).nullish(),
  unit: z.string().max(10).nullish(),
  start_date: activityDay().nullish(),
  end_date: activityDay().nullish(),
  printed_fuel_name: name,
  description: name,
  ler_code: pattern(/^\d{2} ?\d{2} ?\d{2}$/).nullish(),
  cups: name,
  // Clients may send back what they got.
  confidence: share.nullish(),
});

const Event = z
  .strictObject({ event_type: z.literal("PROCESS_DOCUMENT"), detail: z.strictObject({ file_id: id }) })
  .meta({ examples: [{ event_type: "PROCESS_DOCUMENT", detail: { file_id: EXAMPLE_ID } }] });

const Correction = z
  .strictObject({
    content: z.strictObject({ items: z.array(Item).min(1).max(ITEMS_MAX) }),
    category: enumOf(ReadingCategorySchema).optional(),
  })
  .meta({
    examples: [
      {
        content: {
          items: [
            {
              invoice_number: "F-2025-0117",
              quantity: 1500,
              unit: "l",
              start_date: "2025-02-14",
              end_date: "2025-02-14",
              printed_fuel_name: "Gasóleo C",
            },
          ],
        },
      },
    ],
  });

const Confirmation = z
  .strictObject({
    // The service refuses more than one with a code of its own.
    file_readings: z.array(z.strictObject({ id })).min(1).max(FACILITIES_MAX),
    facilities: z
      .array(z.strictObject({ id, percentage: share }))
      .min(1)
      .max(FACILITIES_MAX),
    supplier_id: id.nullish(),
    facility_fuel_id: id.nullish(),
    project_id: id.nullish(),
  })
  .meta({ examples: [{ file_readings: [{ id: EXAMPLE_ID }], facilities: [{ id: EXAMPLE_ID, percentage: 1 }] }] });

const all = "/v1/files/readings";
const one = `${all}/{file_reading_id}` as const;

export const readingRoutes = [
  answer(
    sendFileEvent,
    {
      http: "POST /v1/files/send-event",
      summary: "Start to read a file",
      body: Event,
      refuses: ["NOT_FOUND", "READING_INVALID_STATE", "READING_ALREADY_CONFIRMED", "TOO_MANY_READINGS"],
    },
    z.literal(true),
    async (call, request) => {
      await call(sendFileEvent, request);
      return true as const;
    },
  ),
  route(listReadings, {
    http: `GET ${all}`,
    summary: "List files with their readings",
    query: z.object({
      file_id: listOf(id),
      category: listOf(filterEnumOf(ReadingCategorySchema)),
      linked: choice,
      folder_id: id.optional(),
      project_id: id.optional(),
      name: z.string().max(255).optional(),
      page,
      size: size(50, 100),
    }),
    list: "pages",
    beside: ["filterHash"],
  }),
  route(getReading, { http: `GET ${one}`, summary: "Get a reading" }),
  route(updateReading, {
    http: `PUT ${one}`,
    versioned: true,
    summary: "Correct a reading",
    body: Correction,
    refuses: ["READING_INVALID_STATE", "READING_ALREADY_CONFIRMED"],
  }),
  route(confirmReading, {
    http: `POST ${all}`,
    summary: "Create records from a reading",
    strict: "duplicates",
    body: Confirmation,
    status: 201,
    dry: { total: (_, { confirmed }) => confirmed?.recordIds.length ?? 0 },
    refuses: [
      "NOT_FOUND",
      "MULTIPLE_FILES_NOT_SUPPORTED",
      "READING_INVALID_STATE",
      "READING_ALREADY_CONFIRMED",
      "READING_CHANGED_MEANWHILE",
      "PERIOD_LOCKED",
      "POSSIBLE_DUPLICATE",
    ],
  }),
  route(deleteReading, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a reading",
    refuses: ["READING_INVALID_STATE", "READING_ALREADY_CONFIRMED"],
  }),
];
