import { createClient, createRouterTransport } from "@connectrpc/connect";
import { DistanceMode, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { describe, expect, it } from "vitest";
import { placeHandlers } from "./handlers.ts";

const client = createClient(
  PlaceService,
  createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
);
const { ROAD, RAIL } = DistanceMode;

async function measured(origin: string, destination: string, mode: DistanceMode, freight: boolean) {
  const { measurements } = await client.measureDistances({ distances: [{ origin, destination, mode, freight }] });
  return measurements[0]!;
}

describe.each([false, true])("a way over land (goods: %s)", (freight) => {
  it.each<[string, string, DistanceMode]>([
    ["Madrid, ES", "New York City, US", ROAD],
    ["Madrid, ES", "Palma, ES", ROAD],
    ["Barcelona, ES", "Ibiza, ES", RAIL],
    ["Dublin, IE", "London, GB", ROAD],
    ["Belfast, GB", "Glasgow, GB", RAIL],
    ["Madrid, ES", "Tangier, MA", ROAD],
    ["Madrid, ES", "Ceuta, ES", ROAD],
    ["Marseille, FR", "Algiers, DZ", ROAD],
    ["Las Palmas de Gran Canaria", "Santa Cruz de Tenerife", ROAD],
    ["Athens, GR", "Irákleion, GR", ROAD],
    ["Sapporo, JP", "Tokyo, JP", ROAD],
    ["Naples, IT", "Palermo, IT", RAIL],
    ["Sydney, AU", "Hobart, AU", ROAD],
    ["Bogotá, CO", "Panamá, PA", ROAD],
    ["Seoul, KR", "Beijing, CN", ROAD],
    ["Naples, IT", "Lipari, IT", ROAD],
    ["Helsinki, FI", "Tallinn, EE", ROAD],
    ["Ancona, IT", "Split, HR", RAIL],
    ["Jeddah, SA", "Port Sudan, SD", ROAD],
  ])("from %s to %s does not exist without a ferry", async (from, to, mode) => {
    const { failureCode, failureDetail } = await measured(from, to, mode, freight);
    expect([failureCode, failureDetail]).toEqual(["NO_LAND_ROUTE", expect.stringMatching(/^No (road|railway) leads/)]);
  });

  it.each<[string, string, DistanceMode]>([
    ["Paris, FR", "London, GB", RAIL],
    ["Zaragoza, ES", "London, GB", ROAD],
    ["Copenhagen, DK", "Malmö, SE", RAIL],
    ["Rijeka, HR", "Krk, HR", ROAD],
    ["La Rochelle, FR", "Saint-Martin-de-Ré, FR", ROAD],
    ["Genova, IT", "Nice, FR", ROAD],
    ["Buenos Aires, AR", "Montevideo, UY", ROAD],
    ["Bangkok, TH", "Ho Chi Minh City, VN", ROAD],
    ["Hamburg, DE", "Stockholm, SE", ROAD],
    ["Istanbul, TR", "Ankara, TR", ROAD],
    ["Sapporo, JP", "Tokyo, JP", RAIL],
    ["Tokyo, JP", "Fukuoka, JP", ROAD],
    ["Singapore, SG", "Kuala Lumpur, MY", ROAD],
    ["Miami, FL", "Key West, US", ROAD],
    ["Tangier, MA", "Casablanca, MA", RAIL],
    ["Ceuta, ES", "Tangier, MA", ROAD],
    ["Cairo, EG", "Amman, JO", ROAD],
    ["Cairo, EG", "Suez, EG", ROAD],
    ["Tunis, TN", "Algiers, DZ", ROAD],
    ["Belém, BR", "Brasília, BR", ROAD],
    ["Malmö, SE", "Oslo, NO", RAIL],
  ])("from %s to %s exists", async (from, to, mode) => {
    const { failureDetail, distance } = await measured(from, to, mode, freight);
    expect([failureDetail, distance?.explanation]).toEqual(["", expect.any(String)]);
  });
});
